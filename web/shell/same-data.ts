interface WithData {
  loaderData?: unknown;
}

/**
 * For `memo`: React Router renders a route at every step of a navigation, with new objects for what it
 * doesn't use. It has to be rendered where its data is new, and where a hook of its own says so.
 */
export function hasSameData(before: WithData, now: WithData): boolean {
  return before.loaderData === now.loaderData;
}
