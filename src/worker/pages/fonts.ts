/** When a guest's page gets its fonts: the large digits with its first picture, the text's once it answers taps. */

const face = /@font-face\s*\{[^}]*\}/g;
const fontFile = /url\(["']?(\/assets\/[\w.-]+\.woff2)["']?\)/;

/** Marks the styles that `guest-main.tsx` puts in force; without scripts they are in force at once. */
export const LATE_STYLES_ID = 'fonts';
export const LATE_STYLES_MEDIA = '(scripting:none)';

export type SplitStyles = {
  /** What the first picture is drawn with. */
  css: string;
  /** The faces of the text. They weigh a fifth of the scripts beside which they would come. */
  lateFaces: string;
  /** The fonts that the first picture needs. */
  fontsAtOnce: string[];
};

/** Takes apart one of the built stylesheets. The text is drawn in a font of the phone with the measures of ours meanwhile. */
export function splitStyles(built: string): SplitStyles {
  const late = (rule: string) => /figtree-/.test(fontFile.exec(rule)?.[1] ?? '');
  const faces = built.match(face) ?? [];
  return {
    css: built.replaceAll(face, (rule) => (late(rule) ? '' : rule)),
    lateFaces: faces.filter(late).join(''),
    fontsAtOnce: faces.filter((rule) => !late(rule)).flatMap((rule) => fontFile.exec(rule)?.[1] ?? []),
  };
}
