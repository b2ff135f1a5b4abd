"""What all rooms of the page share of the models of the JSON interface; each room has a `models.py` of its own."""

from typing import Any, get_args

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictFloat, StrictInt, StrictStr, model_validator

Option = StrictBool | StrictInt | StrictFloat | StrictStr
MOST_TEXT = 20_000  # letters of a position in writing


class Request(BaseModel):
    """Whatever is asked: nothing but what is described, and of its kind."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)

    @model_validator(mode="before")
    @classmethod
    def _no_truth(cls, data: Any) -> Any:
        """true is no number, though Python takes it for one."""
        for name, field in cls.model_fields.items() if isinstance(data, dict) else ():
            kinds = (field.annotation, *get_args(field.annotation))
            if isinstance(data.get(name), bool) and bool not in kinds:
                raise ValueError(f"{name} is {str(data[name]).lower()}, where something else is expected")
        return data


class Trouble(BaseModel):
    """Why a request was refused."""

    error: str = Field(description="one clear message")
