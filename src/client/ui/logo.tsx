import { PRODUCT_NAME } from '../../shared/product-name.ts';
import style from './logo.module.css';

type Props = {
  size?: number | undefined;
  /** Whether the name is only for screen readers. */
  isNameHidden?: boolean | undefined;
};

/** The product's logo and name. Screen readers read only the name. */
export function Logo({ size = 32, isNameHidden = false }: Props) {
  return (
    <span className={style.logo}>
      <svg width={size} height={size} viewBox="0 0 64 64" aria-hidden="true">
        <rect width="64" height="64" rx="16" fill="#0b5563" />
        <path d="M32 47V27a9 9 0 0 1 18 0v20z" fill="#f5b83d" />
        <circle cx="20.5" cy="31" r="5" fill="#fff" />
        <path d="M13.5 45c0-5.5 2.8-8 7-8s7 2.5 7 8z" fill="#fff" />
        <path d="M12 49.5h40" stroke="#fff" strokeWidth="4" strokeLinecap="round" />
      </svg>
      <span className={isNameHidden ? 'sr' : undefined}>{PRODUCT_NAME}</span>
    </span>
  );
}
