declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2'
    keepAllGlyphs: boolean
    variationAxes: Record<string, unknown>
  }
  export default function subsetFont(font: Buffer, text: string | undefined, options: Options): Promise<Buffer>
}
