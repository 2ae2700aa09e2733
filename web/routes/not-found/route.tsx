import { data } from 'react-router';
import { PageMeta } from '../../app/page-meta.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

export function loader() {
  return data(null, { status: 404 });
}

export async function clientLoader() {
  return null;
}

export default function NotFound() {
  return (
    <EmptyState scene="signpost">
      <PageMeta title="This page does not exist" description="The address may be mistyped." />
      <h1>This page does not exist</h1>
      <p>The address may be mistyped, or what was here is gone.</p>
      <LinkButton to="/">All products</LinkButton>
    </EmptyState>
  );
}
