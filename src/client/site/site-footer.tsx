import { siteCopy } from '../../shared/copy/en/site.ts';
import { product } from '../../shared/product.ts';
import styles from './site-footer.module.css';

const links = [
  { label: siteCopy.privacy, href: '/policy' },
  { label: siteCopy.terms, href: '/terms' },
  { label: siteCopy.feedback, href: '/feedback' },
  { label: siteCopy.help, href: '/help' },
];

/** The foot of the public pages (`docs/spec.md` section 2). Plain links: most of what they lead to is another document. */
export function SiteFooter() {
  return (
    <footer className={styles.footer}>
      <p>{siteCopy.copyright(product.copyrightYear, product.name)}</p>
      <nav aria-label={siteCopy.footerLabel}>
        <ul>
          {links.map(({ label, href }) => (
            <li key={href}>
              <a href={href}>{label}</a>
            </li>
          ))}
        </ul>
      </nav>
    </footer>
  );
}
