import { data } from 'react-router';
import { LinkButton } from '../../ui/button.tsx';
import styles from './route.module.css';

export function loader() {
  return data(null, { status: 404 });
}

export async function clientLoader() {
  return null;
}

export default function NotFound() {
  return (
    <div className={styles.notFound}>
      <title>Page not found | QKart</title>
      <h1>This page does not exist</h1>
      <p>The address may be mistyped, or what was here is gone.</p>
      <LinkButton to="/">All products</LinkButton>
    </div>
  );
}
