import { useId, type ReactNode } from 'react'

import { clothBands, type Band } from './cloth-bands.ts'

const drawn = 152

/** A strip of cloth from an id: profile banners, packs, a finished payment. Never behind text. */
export function Pagne({ seed, className = '' }: { seed: string; className?: string }) {
  const id = useId()
  const bands = clothBands(seed, drawn)
  const tops = bands.map((_, index) => bands.slice(0, index).reduce((sum, band) => sum + band.height, 0))
  return (
    <svg aria-hidden="true" className={`block w-full ${className}`} preserveAspectRatio="none">
      {bands.map((band, index) => (
        // Bands never change place: the seed fixes them.
        // eslint-disable-next-line react/no-array-index-key -- the position is the band's identity
        <g key={index} transform={`translate(0 ${tops[index]})`}>
          <pattern id={`${id}${index}`} width="36" height={band.height} patternUnits="userSpaceOnUse">
            <rect width="36" height={band.height} fill={band.colors.ground} />
            <Motif band={band} />
          </pattern>
          <rect width="100%" height={band.height + 0.5} fill={`url(#${id}${index})`} />
        </g>
      ))}
    </svg>
  )
}

function Motif({ band: { motif, height, colors } }: { band: Band }) {
  const middle = height / 2
  const { thread, spark } = colors
  const drawings: Record<Band['motif'], ReactNode> = {
    losanges: (
      <>
        <path fill={thread} d={`M0 ${middle}L18 1L36 ${middle}L18 ${height - 1}Z`} />
        <path fill={spark} d={`M11 ${middle}l7 -7l7 7l-7 7Z`} />
      </>
    ),
    checks: <path fill={thread} d="M0 0h6v7h-6zM12 0h6v7h-6zM24 0h6v7h-6zM6 7h6v7h-6zM18 7h6v7h-6zM30 7h6v7h-6z" />,
    zigzag: (
      <path fill="none" stroke={thread} strokeWidth="3" d={`M-3 ${height}L9 4L18 ${height - 4}L27 4L39 ${height}`} />
    ),
    teeth: <path fill={thread} d={`M0 ${height}L9 2L18 ${height}ZM18 ${height}L27 2L36 ${height}Z`} />,
    lines: <path stroke={thread} strokeWidth="1.6" d={`M0 ${middle - 1.8}H36M0 ${middle + 1.8}H36`} />,
  }
  return drawings[motif]
}
