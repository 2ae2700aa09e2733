import { data } from 'react-router';
import { PageMeta } from '../../app/page-meta.tsx';
import { LinkButton } from '../../ui/button.tsx';
import styles from '../../ui/empty-state.module.css';
import { pictures } from '../../ui/pictures.ts';

export function loader() {
  return data(null, { status: 404 });
}

export async function clientLoader() {
  return null;
}

export default function NotFound() {
  return (
    <div className={`stack gap-3 centred ${styles.empty}`}>
      <PageMeta title="This page does not exist" description="The address may be mistyped." />
      <img src={pictures.lost} alt="" width={160} height={160} />
      <h1>This page does not exist</h1>
      <p>The address may be mistyped, or what was here is gone.</p>
      <LinkButton to="/">All products</LinkButton>
    </div>
  );
}
