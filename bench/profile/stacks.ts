/** The stacks of `perf script`, as a reader of JavaScript wants them. */

export type Kind = 'shop' | 'library' | 'node' | 'kernel' | 'compiled';

export interface Frame {
  /** Of a function of JavaScript; of all else, what it is there for: `kernel: write`, `SQLite`. */
  name: string;
  /** Where it is from: `server/cart/carts.ts`, `node_modules/pino/...`, `node:net`; empty where it is compiled. */
  source: string;
  kind: Kind;
}

/** Who called first is first. */
export type Stack = readonly Frame[];

/** @returns where a line of a file is from; lines begin with 1 */
export type SourceOf = (url: string, line: number) => string;

/** A line of a stack: `7f11d69a2212 JS:^listOnTimeout node:internal/timers:623:25 (/tmp/perf-22268.map)`. */
const LINE = /^\s*[0-9a-f]+ (.*) \(([^()]*)\)$/;
/** With a sign of how it was compiled, and no name where the function has none. */
const JAVASCRIPT = /^JS:(?:o?[*^+~])?'?(.*?) ?(\S*):(\d+):\d+$/;
const SYSTEM_CALL = /^(?:k|__\w+_)sys_(\w+)$/;
const COLLECTOR = /^v8::internal::Heap::CollectGarbage/;
const KERNEL = '[kernel.kallsyms]';
/** The name of a thread, in front of its stack: V8's and libuv's that do something beside JavaScript. */
const HELPER = /^\S+orker/;

export function stacksOf(text: string, sourceOf: SourceOf): Stack[] {
  return text.split('\n\n').flatMap((sample) => {
    const lines = sample.split('\n').flatMap((line) => readLine(line, sourceOf));
    return lines.length === 0 ? [] : [readable(lines.reverse(), HELPER.test(sample))];
  });
}

interface Line {
  symbol: string;
  isKernel: boolean;
  javascript: Frame | undefined;
}

function readLine(text: string, sourceOf: SourceOf): Line[] {
  const [, symbol = '', binary = ''] = LINE.exec(text) ?? [];
  if (symbol === '') return [];
  const [, name = '', url = '', line] = JAVASCRIPT.exec(symbol) ?? [];
  const javascript =
    line === undefined ? undefined : frameOf(name || '(anonymous)', sourceOf(url, Number(line)));
  return [{ symbol, isKernel: binary === KERNEL, javascript }];
}

function frameOf(name: string, source: string): Frame {
  const kind = source.startsWith('node:')
    ? 'node'
    : source.startsWith('node_modules/')
      ? 'library'
      : 'shop';
  return { name, source, kind };
}

/** Functions of JavaScript, and at the end what is done for the last of them. */
function readable(lines: readonly Line[], isHelper: boolean): Stack {
  const frames = lines.flatMap(({ javascript }) => javascript ?? []);
  const has = (symbol: RegExp) => lines.some((line) => symbol.test(line.symbol));
  if (isHelper) frames.push(compiled('other threads'));
  else if (has(/^sqlite3/)) frames.push(compiled('SQLite'));
  else if (has(COLLECTOR)) frames.push(compiled('collecting garbage'));
  else if (frames.length === 0) frames.push(compiled("Node's event loop"));
  if (lines.at(-1)?.isKernel) frames.push(kernelOf(lines));
  return frames;
}

function kernelOf(lines: readonly Line[]): Frame {
  const [call] = lines.flatMap(({ symbol }) => SYSTEM_CALL.exec(symbol)?.[1] ?? []);
  return { name: `kernel: ${call ?? 'interrupts'}`, source: '', kind: 'kernel' };
}

function compiled(name: string): Frame {
  return { name, source: '', kind: 'compiled' };
}
