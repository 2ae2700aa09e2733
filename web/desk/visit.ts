/** What loaders, actions and screens know of the request. */
import { createContext as createReactContext, use } from 'react';
import { createContext, data, type RouterContextProvider, redirect } from 'react-router';
import {
  beforeOf,
  type Desk,
  type DeskVisit,
  type Fields,
  FORM_TOKEN,
  filtersOf,
  type ListFilters,
  type ListPage,
  type SentForm,
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
async function readForm(request: Request): Promise<Fields> {
  const fields = [...(await request.formData())].filter(([name]) => name !== FORM_TOKEN);
  return Object.fromEntries(
    fields.filter((field): field is [string, string] => typeof field[1] === 'string'),
  );
}

/** What the operator has changed in the form. The rest of a refused form is as the product is by now. */
export function changedIn(fields: Fields): Fields {
  const own = Object.entries(fields).filter(([name, value]) => fields[beforeOf(name)] !== value);
  return Object.fromEntries(own.filter(([name]) => !name.startsWith(beforeOf(''))));
}

interface PageRequest extends DeskVisit {
  request: Request;
  /** Of what the address is about. */
  id: string;
  /** The parameters of the address. */
  filters: ListFilters;
}

function toPageRequest({ request, params, context }: DeskArgs): PageRequest {
  const visit = context.get(visitContext);
  return { ...visit, request, id: params.id ?? '', filters: filtersOf(request.url) };
}

/** @param load its page is missing if it returns undefined */
export function loaderOf<Page>(load: (request: PageRequest) => Promise<Page | undefined>) {
  return async (args: DeskArgs): Promise<Page> => {
    const page = await load(toPageRequest(args));
    if (page === undefined) throw data(null, { status: 404 });
    return page;
  };
}

/** Loads a list, or opens what was found, if it is one thing alone: Enter in the field that finds is enough. */
export function listLoaderOf(load: (desk: Desk, filters: ListFilters) => Promise<ListPage>) {
  return loaderOf(async ({ desk, filters }) => {
    const list = await load(desk, filters);
    const [found, other] = list.rows;
    const isAlone = filters.after === undefined && other === undefined;
    if (filters.q !== undefined && isAlone && found?.href !== undefined) {
      throw redirect(found.href, 303);
    }
    return { filters, list };
  });
}

/** The problem of a form that was refused, and the fields that it shows again. */
export interface Problem {
  problem: string;
  fields: Fields;
}

/**
 * @param run changes something, and returns the page that follows
 * @param shown the fields that a refused form shows again
 */
export function actionOf<Reply>(
  run: (request: PageRequest & SentForm) => Promise<Reply>,
  shown: (fields: Fields) => Fields = changedIn,
) {
  return async (args: DeskArgs): Promise<Reply | Problem> => {
    const request = toPageRequest(args);
    const fields = await readForm(args.request);
    try {
      return await run({ ...request, fields });
    } catch (error) {
      const problem = request.problemOf(error);
      if (problem === undefined) throw error;
      return { problem, fields: shown(fields) };
    }
  };
}

/** Loads the next page anew, so that a reload repeats nothing. @param notice what was done */
export function goTo(path: string, { notice, cookie }: { notice?: string; cookie?: string } = {}) {
  const headers = new Headers();
  // The server makes a short-lived cookie of it.
  if (notice !== undefined) headers.set('x-notice', encodeURIComponent(notice));
  if (cookie !== undefined) headers.append('set-cookie', cookie);
  return redirect(path, { status: 303, headers });
}
