import { describe, expect, it } from 'vitest';
import { stacksOf } from './stacks.ts';

const sourceOf = (url: string, line: number) =>
  url === 'file:///shop.js'
    ? line < 100
      ? 'server/cart/carts.ts'
      : 'node_modules/pino/pino.js'
    : url;

/** As `perf script` writes it: the last function first. */
function sampleOf(thread: string, ...lines: string[]): string {
  return [`${thread} `, ...lines.map((line) => `\t    7f11d69a2212 ${line}`)].join('\n');
}

const NODE = '(/usr/bin/node)';
const KERNEL = '([kernel.kallsyms])';
const MAP = '(/tmp/perf-1.map)';

function namesOf(...samples: string[]): string[][] {
  return stacksOf(samples.join('\n\n'), sourceOf).map((stack) => stack.map(({ name }) => name));
}

describe('stacksOf', () => {
  it('begins with who called first, and leaves out what is compiled between functions of JavaScript', () => {
    const stacks = stacksOf(
      sampleOf(
        'node-MainThread',
        `Builtins_StoreIC ${NODE}`,
        `JS:*'find file:///shop.js:20:3 ${MAP}`,
        `v8::Function::Call ${NODE}`,
        `JS:^log file:///shop.js:120:7 ${MAP}`,
        `JS:+emit node:events:489:44 ${MAP}`,
        `uv_run ${NODE}`,
      ),
      sourceOf,
    );
    expect(stacks).toEqual([
      [
        { name: 'emit', source: 'node:events', kind: 'node' },
        { name: 'log', source: 'node_modules/pino/pino.js', kind: 'library' },
        { name: 'find', source: 'server/cart/carts.ts', kind: 'shop' },
      ],
    ]);
  });

  it('knows functions without a name, and names of more than a word', () => {
    const anonymous = sampleOf('node', `JS:^ file:///shop.js:20:3 ${MAP}`);
    const getter = sampleOf('node', `JS:~get foo file:///shop.js:20:3 ${MAP}`);
    const replaced = sampleOf('node', `JS:o+invoke file:///shop.js:20:3 ${MAP}`);
    expect(namesOf(anonymous, getter, replaced)).toEqual([
      ['(anonymous)'],
      ['get foo'],
      ['invoke'],
    ]);
  });

  it('says what the kernel was asked for, and who asked', () => {
    const system = [`tcp_sendmsg ${KERNEL}`, `ksys_write ${KERNEL}`, `do_syscall_64 ${KERNEL}`];
    const waiting = [`do_epoll_wait ${KERNEL}`, `__x64_sys_epoll_pwait ${KERNEL}`];
    expect(
      namesOf(
        sampleOf('node', ...system, `write (/lib/libc.so.6)`, `JS:*send node:net:9:9 ${MAP}`),
        sampleOf('node', ...waiting, `epoll_pwait (/lib/libc.so.6)`, `uv_run ${NODE}`),
        sampleOf('node', `asm_sysvec ${KERNEL}`, `JS:*send node:net:9:9 ${MAP}`),
      ),
    ).toEqual([
      ['send', 'kernel: write'],
      ["Node's event loop", 'kernel: epoll_pwait'],
      ['send', 'kernel: interrupts'],
    ]);
  });

  it('tells SQLite, the collector and other threads apart', () => {
    const collector = `v8::internal::Heap::CollectGarbage(v8::internal::AllocationSpace) ${NODE}`;
    expect(
      namesOf(
        sampleOf('node', `sqlite3VdbeExec ${NODE}`, `JS:*run file:///shop.js:2:3 ${MAP}`),
        sampleOf('node', `fsync ${KERNEL}`, `__x64_sys_fsync ${KERNEL}`, `sqlite3_step ${NODE}`),
        sampleOf(
          'node',
          `memcpy (/lib/libc.so.6)`,
          collector,
          `JS:*run file:///shop.js:2:3 ${MAP}`,
        ),
        sampleOf('node-V8Worker', `v8::internal::Sweeper::Sweep ${NODE}`),
        sampleOf('libuv-worker', `__x64_sys_futex ${KERNEL}`),
      ),
    ).toEqual([
      ['run', 'SQLite'],
      ['SQLite', 'kernel: fsync'],
      ['run', 'collecting garbage'],
      ['other threads'],
      ['other threads', 'kernel: futex'],
    ]);
  });

  it('has nothing for a stack that could not be taken', () => {
    expect(namesOf(sampleOf('node'), '')).toEqual([]);
  });
});
