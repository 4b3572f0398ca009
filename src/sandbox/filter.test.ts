import fc from "fast-check";
import { expect, test } from "vitest";
import { seccomp } from "./filter.ts";
import { judged, modes, refused, unknown } from "./syscall.ts";

const audit = { x64: 0xc000003e, arm64: 0xc00000b7 } as const;
const [ALLOW, KILL, EPERM, ENOSYS] = [0x7fff0000, 0x80000000, 0x00050001, 0x00050026];
type Arch = keyof typeof audit;

/** Runs the program as the kernel does, over a call of an architecture. */
function judge(program: Buffer, arch: number, call: number, args: number[] = []): number {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(call >>> 0, 0);
  data.writeUInt32LE(arch >>> 0, 4);
  for (const [index, value] of args.entries()) data.writeUInt32LE(value >>> 0, 16 + 8 * index);
  for (let [at, accumulator] = [0, 0]; ; at += 1) {
    const [code, operand] = [program.readUInt16LE(at * 8), program.readUInt32LE(at * 8 + 4)];
    const jump = (condition: boolean) => (at += program.readUInt8(at * 8 + (condition ? 2 : 3)));
    if (code === 0x20) accumulator = data.readUInt32LE(operand);
    else if (code === 0x06) return operand;
    else if (code === 0x15) jump(accumulator === operand);
    else if (code === 0x25) jump(accumulator > operand);
    else if (code === 0x45) jump((accumulator & operand) !== 0);
    else throw new Error(`no such instruction: ${code}`);
  }
}

for (const arch of ["x64", "arm64"] as Arch[]) {
  const column = arch === "x64" ? 0 : 1;
  const program = seccomp({ arch, unixSockets: false });
  const call = (number: number, ...args: number[]) => judge(program, audit[arch], number, args);

  test(`${arch}: every listed call is answered as listed`, () => {
    for (const numbers of Object.values(refused))
      if (numbers[column] !== null) expect(call(numbers[column])).toBe(EPERM);
    for (const numbers of Object.values(unknown)) expect(call(numbers[column])).toBe(ENOSYS);
    expect(call(468)).toBe(ENOSYS);
  });

  test(`${arch}: ordinary calls pass`, () => {
    const ordinary = arch === "x64" ? [0, 1, 2, 9, 57, 59, 231, 257, 439] : [63, 64, 56, 222, 221, 94, 439];
    for (const number of ordinary) expect(call(number)).toBe(ALLOW);
  });

  test(`${arch}: clone passes for processes and threads, not for namespaces`, () => {
    const clone = arch === "x64" ? 56 : 220;
    expect(call(clone, 0x01200011)).toBe(ALLOW);
    expect(call(clone, 0x003d0f00)).toBe(ALLOW);
    for (let bit = 0; bit < 32; bit += 1) {
      const namespace = [17, 25, 26, 27, 28, 29, 30].includes(bit);
      expect(call(clone, 2 ** bit)).toBe(namespace ? EPERM : ALLOW);
    }
  });

  test(`${arch}: sockets are those of the network, and of paths where asked for`, () => {
    const socket = arch === "x64" ? 41 : 198;
    expect([2, 10, 16].map((family) => call(socket, family))).toEqual([ALLOW, ALLOW, ALLOW]);
    expect(call(socket, 1)).toBe(EPERM);
    expect(judge(seccomp({ arch, unixSockets: true }), audit[arch], socket, [1])).toBe(ALLOW);
    for (let family = 0; family < 64; family += 1) {
      if (![1, 2, 10, 16].includes(family)) expect(call(socket, family)).not.toBe(ALLOW);
    }
  });

  test(`${arch}: no call gives a file the rights of its owner, and none makes a device`, () => {
    for (const [name, { numbers, mode, ...rest }] of Object.entries(modes)) {
      const number = numbers[column];
      if (number === null) continue;
      const given = (bits: number, flags: number) => {
        const args = [0, 0, 0, 0, 0, 0];
        args[mode] = bits;
        if ("flags" in rest) args[rest.flags] = flags;
        return call(number, ...args);
      };
      for (const made of [0o100, 0o20200000]) {
        for (const bits of [0o644, 0o1777, 0o100644]) expect(given(bits, made), name).toBe(ALLOW);
        for (const bits of [0o4755, 0o2755, 0o6777, 0o104000]) expect(given(bits, made), name).toBe(EPERM);
      }
      if ("flags" in rest) expect(given(0o6777, 0o2)).toBe(ALLOW);
      const devices = [0o020666, 0o060666].map((bits) => given(bits, 0o100));
      expect(devices).toEqual(Array(2).fill(name.startsWith("mknod") ? EPERM : ALLOW));
    }
    const rename = judged.renameat2[column];
    expect([0, 1, 2, 4].map((flags) => call(rename, 0, 0, 0, 0, flags))).toEqual([ALLOW, ALLOW, ALLOW, EPERM]);
  });

  test(`${arch}: the program ends for any call of any other architecture`, () => {
    fc.assert(
      fc.property(fc.nat(0xffffffff), fc.nat(500), (other, number) => {
        fc.pre(other !== audit[arch]);
        expect(judge(program, other, number)).toBe(KILL);
      }),
    );
  });
}

test("x64: the calls of x32 end the program", () => {
  const program = seccomp({ arch: "x64", unixSockets: true });
  for (const number of [0x40000000, 0x40000001, 0x40000220, 0xffffffff])
    expect(judge(program, audit.x64, number)).toBe(KILL);
});
