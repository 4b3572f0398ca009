import { judged, modes, refused, unknown, youngest } from "./syscall.ts";

/** What the filter is for. `unixSockets`: whether sockets may be made that talk to programs by a path. */
export type Filter = { arch: "x64" | "arm64"; unixSockets: boolean };

/** One instruction of the kernel's classic packet filter: code, jump if true, jump if false, operand. */
type Instruction = [code: number, yes: number, no: number, operand: number];

const architectures = {
  x64: { audit: 0xc000003e, column: 0 },
  arm64: { audit: 0xc00000b7, column: 1 },
} as const;

const allow = 0x7fff0000;
const kill = 0x80000000;
const fail = (errno: number) => 0x00050000 | errno;
const [EPERM, ENOSYS, EAFNOSUPPORT] = [fail(1), fail(38), fail(97)];

/** Offsets in struct seccomp_data; the low words of the arguments on these little-endian machines. */
const number = 0;
const architecture = 4;
const argument = (index: number) => 16 + 8 * index;

/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
const newNamespaces = 0x00020000 | 0x02000000 | 0x04000000 | 0x08000000 | 0x10000000 | 0x20000000 | 0x40000000;
/** Requests that push characters into a terminal's input: TIOCSTI and TIOCLINUX. */
const terminalInput = [0x5412, 0x541c];
const [AF_UNIX, AF_INET, AF_INET6, AF_NETLINK] = [1, 2, 10, 16];

/** O_CREAT and the bit of O_TMPFILE that is its own. */
const makes = 0o100 | 0o20000000;
/** S_ISUID and S_ISGID: whoever runs such a file has the rights of its owner, who outside may be root. */
const raised = 0o6000;
/** Of the kinds of files only devices have this bit, and links, which are not made so. */
const device = 0o020000;
/** RENAME_WHITEOUT, which leaves a device behind. */
const whiteout = 4;

/** The x86-64 kernel also answers x32's calls, under numbers from here on. */
const x32 = 0x40000000;

const load = (offset: number): Instruction => [0x20, 0, 0, offset];
const answer = (action: number): Instruction => [0x06, 0, 0, action];
const equal = (value: number, yes: number, no: number): Instruction => [0x15, yes, no, value];
const above = (value: number, yes: number, no: number): Instruction => [0x25, yes, no, value];
const anyBit = (value: number, yes: number, no: number): Instruction => [0x45, yes, no, value];

/**
 * The seccomp filter of every command, as the kernel takes it: an array of struct sock_filter. A call of another
 * architecture ends the program.
 */
export function seccomp({ arch, unixSockets }: Filter): Buffer {
  const { audit, column } = architectures[arch];
  const call = (numbers: readonly (number | null)[], body: Instruction[]): Instruction[] =>
    numbers[column] === null ? [] : [equal(numbers[column]!, 0, body.length), ...body];
  const each = (table: Record<string, readonly (number | null)[]>, action: number) =>
    Object.values(table).flatMap((numbers) => call(numbers, [answer(action)]));

  return assemble([
    load(architecture),
    equal(audit, 1, 0),
    answer(kill),
    load(number),
    ...(arch === "x64" ? [above(x32 - 1, 0, 1), answer(kill)] : []),
    ...each(refused, EPERM),
    ...each(unknown, ENOSYS),
    ...call(judged.clone, [load(argument(0)), anyBit(newNamespaces, 0, 1), answer(EPERM), answer(allow)]),
    ...call(judged.ioctl, [
      load(argument(1)),
      ...terminalInput.flatMap((request) => [equal(request, 0, 1), answer(EPERM)]),
      answer(allow),
    ]),
    ...call(judged.socket, [
      load(argument(0)),
      ...[AF_INET, AF_INET6, AF_NETLINK].flatMap((family) => [equal(family, 0, 1), answer(allow)]),
      equal(AF_UNIX, 0, 1),
      answer(unixSockets ? allow : EPERM),
      answer(EAFNOSUPPORT),
    ]),
    ...call(judged.renameat2, [load(argument(4)), anyBit(whiteout, 0, 1), answer(EPERM), answer(allow)]),
    ...Object.entries(modes).flatMap(([name, { numbers, mode, ...rest }]) =>
      call(numbers, [
        ...("flags" in rest ? [load(argument(rest.flags)), anyBit(makes, 1, 0), answer(allow)] : []),
        load(argument(mode)),
        anyBit(name.startsWith("mknod") ? raised | device : raised, 0, 1),
        answer(EPERM),
        answer(allow),
      ]),
    ),
    above(youngest, 0, 1),
    answer(ENOSYS),
    answer(allow),
  ]);
}

function assemble(program: Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * 8);
  for (const [index, [code, yes, no, operand]] of program.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(yes, index * 8 + 2);
    bytes.writeUInt8(no, index * 8 + 3);
    bytes.writeUInt32LE(operand >>> 0, index * 8 + 4);
  }
  return bytes;
}
