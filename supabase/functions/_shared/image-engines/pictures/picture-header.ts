/** What a picture's header says of it, all pages of a moving one together; nothing is decoded. */
import type { Metadata } from 'sharp'

import { sharp } from './decoder.ts'

export function readPictureHeader(file: Uint8Array): Promise<Metadata> {
  // NOTE: reading a header is bounded by itself; with a limit it fails without saying that size was the reason.
  return sharp(file, { limitInputPixels: false, pages: -1 }).metadata()
}
