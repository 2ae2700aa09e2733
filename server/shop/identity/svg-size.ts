/** @returns the size by the `viewBox`, in units of its own; undefined without a valid one */
export function sizeOfSvg(svg: string): { width: number; height: number } | undefined {
  const [, viewBox = ''] = /^<svg\b[^>]*\bviewBox="([^"]*)"/.exec(svg) ?? [];
  const [, , width = 0, height = 0] = viewBox
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  return width > 0 && height > 0 ? { width, height } : undefined;
}
