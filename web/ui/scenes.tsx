/** The drawings of `EmptyState`, whose colours follow the scheme. */
import type { ReactNode } from 'react';

const scenes = {
  basket: (
    <>
      <path d="M34 52h92l-9 38a6 6 0 0 1-6 4H49a6 6 0 0 1-6-4z" />
      <path d="M54 52 72 22m34 30L88 22" fill="none" />
      <path d="M28 52h104M62 64v18m18-18v18m18-18v18" />
      <path d="M130 16v12m-6-6h12M26 26v8m-4-4h8" stroke="var(--star)" />
    </>
  ),
  shelf: (
    <>
      <rect x="30" y="14" width="100" height="82" rx="6" />
      <path d="M30 42h100M30 70h100" />
      <circle cx="86" cy="52" r="22" fill="var(--action-soft)" />
      <path d="m103 69 17 17" strokeWidth="7" />
      <path d="M76 46a13 13 0 0 1 10-6" stroke="var(--star)" fill="none" />
    </>
  ),
  closedShop: (
    <>
      <rect x="36" y="40" width="88" height="56" rx="4" />
      <path d="M50 66h60M50 76h60M50 86h60" />
      <path
        d="m30 40 9-24h82l9 24a10 10 0 0 1-20 0 10 10 0 0 1-20 0 10 10 0 0 1-20 0 10 10 0 0 1-20 0 10 10 0 0 1-20 0z"
        fill="var(--action-soft)"
      />
      <path d="M140 20v10m-5-5h10" stroke="var(--star)" />
    </>
  ),
  pulledPlug: (
    <>
      <path d="M4 60h34m84 0h34" fill="none" />
      <path d="M38 44h18a8 8 0 0 1 8 8v16a8 8 0 0 1-8 8H38zM122 44h-18a8 8 0 0 0-8 8v16a8 8 0 0 0 8 8h18z" />
      <path d="M64 54h9m-9 12h9" />
      <path d="m84 40-3-11m9 12 6-10M74 40l-7-8" stroke="var(--star)" />
    </>
  ),
  parcel: (
    <>
      <path d="M44 50h72v40a6 6 0 0 1-6 6H50a6 6 0 0 1-6-6z" />
      <path d="M44 50 28 34h36l16 16zm72 0 16-16H96L80 50z" fill="var(--action-soft)" />
      <path d="M80 50v16" />
      <path d="M80 10v12m-6-6h12" stroke="var(--star)" />
    </>
  ),
  signpost: (
    <>
      <path d="M80 96V12" />
      <path d="M56 20h50l12 11-12 11H56z" fill="var(--action-soft)" />
      <path d="M104 52H54L42 63l12 11h50z" />
      <path d="M68 31h24M68 63h24" />
      <path d="M136 20v12m-6-6h12M26 34v8m-4-4h8" stroke="var(--star)" />
    </>
  ),
} satisfies Record<string, ReactNode>;

export type SceneName = keyof typeof scenes;

export default function Scene({ name }: { name: SceneName }): ReactNode {
  return (
    <>
      <ellipse cx="80" cy="98" rx="66" ry="10" fill="var(--action-soft)" stroke="none" />
      {scenes[name]}
    </>
  );
}
