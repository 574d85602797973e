/** Types of `subset-font`, which has no types of its own. This file has only the types that `fonts.ts` uses. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2';
      variationAxes?: Record<string, number | { min: number; max: number }>;
      keepFeatures?: string[];
      noHinting?: boolean;
    },
  ): Promise<Buffer>;
}
