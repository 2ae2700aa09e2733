/** What loaders, actions and screens know of the request. */
import { createContext as createReactContext, use } from 'react';
import { createContext, type RouterContextProvider, redirect } from 'react-router';
import {
  beforeOf,
  type DeskVisit,
  FORM_TOKEN,
  filtersOf,
  type ListFilters,
  type ListPage,
  type Outcome,
} from '../../contract/desk.ts';

export const visitContext = createContext<DeskVisit>();

export interface DeskArgs {
  request: Request;
  params: Record<string, string | undefined>;
  context: Readonly<RouterContextProvider>;
}

/** For what surrounds the screens. */
export const VisitContext = createReactContext<DeskVisit | undefined>(undefined);

export function useVisit(): DeskVisit {
  const visit = use(VisitContext);
  if (visit === undefined) throw new Error('The page has no visit');
  return visit;
}

/** The fields of a form, except its token. Files are in the visit. */
export async function readForm(request: Request): Promise<Record<string, string>> {
  const fields = [...(await request.formData())].filter(([name]) => name !== FORM_TOKEN);
  return Object.fromEntries(
    fields.filter((field): field is [string, string] => typeof field[1] === 'string'),
  );
}

/** What the operator has changed in the form. The rest of a refused form is as the product is by now. */
export function changedIn(fields: Record<string, string>): Record<string, string> {
  const own = Object.entries(fields).filter(([name, value]) => fields[beforeOf(name)] !== value);
  return Object.fromEntries(own.filter(([name]) => !name.startsWith(beforeOf(''))));
}

/** The parameters of the address. */
export function readFilters(request: Request): ListFilters {
  return filtersOf(request.url);
}

/** Opens what was found, if it is one thing alone: Enter in the field that finds is enough. */
export function openFound({ q, after }: ListFilters, { rows }: ListPage): void {
  const [found, other] = rows;
  const isAlone = after === undefined && other === undefined;
  if (q !== undefined && isAlone && found?.href !== undefined) throw redirect(found.href, 303);
}

/** Loads the next page anew, so that a reload repeats nothing. @param notice what was done */
export function goTo(path: string, { notice, cookie }: { notice?: string; cookie?: string } = {}) {
  const headers = new Headers();
  // The server makes a short-lived cookie of it.
  if (notice !== undefined) headers.set('x-notice', encodeURIComponent(notice));
  if (cookie !== undefined) headers.append('set-cookie', cookie);
  return redirect(path, { status: 303, headers });
}

/** @returns the page that follows, or the problem and the fields, for the form to show */
export function follow<Result extends object>(
  outcome: Outcome<Result>,
  fields: Record<string, string>,
  next: (result: Result) => Response,
): Response | Problem {
  if (outcome.problem === undefined) return next(outcome);
  return { problem: outcome.problem, fields };
}

export interface Problem {
  problem: string;
  fields: Record<string, string>;
}
