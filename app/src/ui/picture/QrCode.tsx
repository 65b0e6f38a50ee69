/** An address as a QR code, dark on light in both themes: scanners want it so. Load it lazily. */
import { encode } from 'uqr'

/** Light modules around it, which scanners need (ISO/IEC 18004 §9.1). */
const quiet = 4

export interface QrCodeProps {
  text: string
  /** What it leads to, for those who do not see it. */
  label: string
  className?: string
}

export function QrCode({ text, label, className }: QrCodeProps) {
  const { size, path } = qrPath(text)
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      className={className}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#080c1b" />
    </svg>
  )
}

/** The dark modules as one path in a square of `size` units, the quiet zone included: for SVG and for `Path2D`. */
export function qrPath(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: quiet })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size, path: dark.join('') }
}
