# The functions that are registered with JAX for programs, and calls of functions of Python.
#
# `targets` gives capsules, or dictionaries of capsules by stage, by name: those that jaxlib has, and those that wait for jaxlib to make a client
# of its own.
#
# `devices` is a number of devices, as text.
#
# `adopt` makes jaxlib take what is registered for CPUs, functions and types of their states, as it does when it makes a client of its own; `types`
# gives the types as text, with the number of each and the address of what frees a value.
#
# `call` calls a function of Python for a program. Values are (address, bytes, dtype, dimensions), or None for tokens. The function gets copies, which
# it may keep. Gives None, or the text of what went wrong.
import ctypes
import traceback

import ml_dtypes
import numpy


def targets():
    from jaxlib import _jax, xla_client

    found = dict(_jax.custom_call_targets("Host"))
    # jaxlib does not give out how functions are instantiated.
    found.update(TARGETS)
    for name, function, version, *_ in getattr(xla_client, "_custom_callback", {}).get("Host", ()):
        if version == 1:
            found.setdefault(name.decode() if isinstance(name, bytes) else name, function)
    return found


def devices():
    # JAX's own setting of how many devices its CPU has, if it is set and JAX is what runs here.
    import sys

    bridge = sys.modules.get("jax._src.xla_bridge")
    count = bridge.num_cpu_devices.value if bridge is not None else -1
    return str(count) if count >= 0 else ""


TARGETS = {}
TYPES = []


def adopt():
    import sys

    client = sys.modules.get("jaxlib.xla_client")
    if client is None:
        return
    from jaxlib import _jax

    def register(name, registration):
        _jax.register_custom_type(name, registration)
        TYPES.append((name, registration))

    def take(name, function, platform, version, traits):
        _jax.register_custom_call_target(name, function, platform, version, traits)
        if version == 1:
            TARGETS[name.decode() if isinstance(name, bytes) else name] = function

    client.register_custom_type_handler("cpu", register)
    client.register_custom_call_handler("cpu", take)


def types():
    lines = []
    for name, registration in TYPES:
        parts = registration if isinstance(registration, dict) else {"type_id": registration}
        number = ctypes.c_int64.from_address(address_in(parts["type_id"])).value
        info = parts.get("type_info")
        # The function that frees a value stands behind the size of the struct and its extensions.
        offset = 2 * ctypes.sizeof(ctypes.c_size_t)
        free = ctypes.c_size_t.from_address(address_in(info) + offset).value if info is not None else 0
        lines.append(f"{number} {free} {name}")
    return "\n".join(lines)


def address_in(capsule):
    name = ctypes.pythonapi.PyCapsule_GetName
    name.restype, name.argtypes = ctypes.c_char_p, [ctypes.py_object]
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_size_t, [ctypes.py_object, ctypes.c_char_p]
    return pointer(capsule, name(capsule))


def array_of(value):
    if value is None:
        return None
    address, size, dtype, dims = value
    dtype = numpy.dtype(getattr(ml_dtypes, dtype, dtype))
    memory = (ctypes.c_char * size).from_address(address)
    return numpy.frombuffer(memory, dtype=numpy.uint8, count=size).view(dtype).reshape(dims)


def call(callback, arguments, results):
    try:
        given = []
        for argument in arguments:
            array = array_of(argument)
            if array is not None:
                array = array.copy()
                array.flags.writeable = False
            given.append(array)
        got = callback(*given)
        if len(got) != len(results):
            raise ValueError(f"expected {len(results)} results, got {len(got)}")
        for result, value in zip(results, got):
            array = array_of(result)
            if array is not None:
                value = numpy.asarray(value)
                if value.shape != array.shape or value.dtype != array.dtype:
                    expected, found = f"{array.dtype}{array.shape}", f"{value.dtype}{value.shape}"
                    raise ValueError(f"expected a result of type {expected}, got {found}")
                array[...] = value
        return None
    except BaseException as error:
        return "CpuCallback error calling callback: " + text_of(error)


def text_of(error):
    # As XLA says it: the whole stack, each frame at the line where it stands, without lines of source.
    first = error.__traceback__
    around = [frame for frame, _ in traceback.walk_stack(first.tb_frame)][:0:-1]
    frames = around + [frame for frame, _ in traceback.walk_tb(first)]
    own = call.__code__.co_filename
    places = [(frame.f_code, frame.f_lineno) for frame in frames if frame.f_code.co_filename != own]
    lines = [f'  File "{code.co_filename}", line {line}, in {code.co_name}\n' for code, line in places]
    return "Traceback (most recent call last):\n" + "".join(lines) + f"{type(error).__name__}: {error}"
