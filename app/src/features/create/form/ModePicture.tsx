/** What a mode starts from, drawn: lines of words, and no picture, one, or a stack. */
import type { GenerationMode } from '../draft/mode.ts'

const frames = { normal: [], enhanced: [0], cortexia: [12, 6, 0] } as const
const lines = 'M1 7h14M1 12h9M1 17h12'

export function ModePicture({ mode }: { mode: GenerationMode }) {
  const places = frames[mode]
  const width = places[0] === undefined ? 16 : 38 + places[0]
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} 24`}
      className="h-6"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={lines} />
      {places.map((place) => (
        <g key={place} transform={`translate(${21 + place})`}>
          <rect y="4" width="16" height="16" rx="1" fill="var(--surface-2)" />
          {place === 0 && <path d="m1 17 5-6 4 4 2-2 3 4" />}
        </g>
      ))}
    </svg>
  )
}
