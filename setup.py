"""The optional compiled kernel. Everything else about the package is in pyproject.toml."""

import os

from setuptools import Extension, setup

HERE = "brickfield/geometry"

# Without fused multiply-add, so that the compiled kernel rounds like the Python one.
STRICT = [] if os.name == "nt" else ["-ffp-contract=off"]

setup(
    ext_modules=[
        Extension(
            "brickfield.geometry._kernel",
            sources=[
                f"{HERE}/_kernel{part}.c"
                for part in ("", "_sight", "_contact", "_slide", "_pivot", "_swing", "_rays", "_silhouette", "_spread")
            ],
            depends=[
                f"{HERE}/_kernel{part}.h" for part in ("", "_args", "_looks", "_glances", "_spread", "_tow", "_volleys")
            ],
            extra_compile_args=STRICT,
            py_limited_api=True,
            optional=True,
        )
    ]
)
