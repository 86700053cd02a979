"""LLVM makes PTX of a module, the assembly that drivers of NVIDIA's GPUs take."""

from __future__ import annotations

import llvmlite.binding as llvm

from ..engine import SPEED, at_work

PROCESSOR = "sm_80"
"""The oldest GPUs that run it: Ampere, from 2020 on. Drivers make machine code of it for whatever is there."""

_MACHINE = "nvptx64-nvidia-cuda"


def ptx(text: str) -> str:
    """Return the assembly of a module. Raises RuntimeError where LLVM refuses it."""
    with at_work:
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
        target = llvm.Target.from_triple(_MACHINE).create_target_machine(cpu=PROCESSOR, opt=SPEED)
        module = llvm.parse_assembly(text)
        module.triple, module.data_layout = _MACHINE, str(target.target_data)
        module.verify()
        options = llvm.create_pipeline_tuning_options(speed_level=SPEED)
        builder = llvm.create_pass_builder(target, options)
        builder.getModulePassManager().run(module, builder)
        return str(target.emit_assembly(module))
