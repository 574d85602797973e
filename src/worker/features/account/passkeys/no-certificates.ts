/**
 * Replaces `@peculiar/x509` in the Worker (`vite.config.ts`), so that passkeys whose attestation has certificates are
 * refused. Without this replacement, `@simplewebauthn/server` would fetch addresses that such a certificate names.
 */
function refuse(): never {
  throw new Error('Certificates are refused.');
}

/** The names that the library imports. The library calls `X509Certificate` for each certificate. */
export {
  refuse as X509Certificate,
  refuse as X509ChainBuilder,
  refuse as X509Crl,
  refuse as AuthorityKeyIdentifierExtension,
  refuse as CRLDistributionPointsExtension,
  refuse as SubjectKeyIdentifierExtension,
};
