const columns = 16
const rows = 13
const step = 30
const colors = ['#27348b', '#f3ebdd', '#1d2a6c', '#e2a23a', '#b8432a']

/** The palest and the darkest cells keep their shape on a ground of their own colour. */
const edge = { stroke: 'var(--line)', strokeWidth: 1 } as const

/** Cells of the drawing; the hole in the middle has none, so that the warp shows. */
const cells = Array.from({ length: columns * rows }, (_, index) => ({
  column: index % columns,
  row: Math.floor(index / columns),
})).filter(({ column, row }) => ((column - 8.2) / 3.6) ** 2 + ((row - 6) / 3.5) ** 2 > 1)

/** A woven cloth with a hole, and one thread that hangs across it. */
export function BrokenCloth({ label }: { label: string }) {
  return (
    <svg
      viewBox={`0 0 ${columns * step} ${rows * step}`}
      role="img"
      aria-label={label}
      className="mx-auto block h-auto max-h-[36svh] w-full max-w-160 lg:max-h-none"
    >
      {Array.from({ length: columns + 1 }, (_, column) => (
        <path
          key={column}
          d={`M${column * step} 0V${rows * step}`}
          stroke="var(--line-strong)"
          strokeWidth="1.5"
          opacity=".55"
        />
      ))}
      {cells.map(({ column, row }) => (
        <Cell key={`${column}-${row}`} column={column} row={row} />
      ))}
      <path
        d="M150 184C178 206 204 164 236 178S282 226 308 204 334 158 354 184"
        fill="none"
        stroke="var(--accent)"
        strokeWidth="6"
        strokeLinecap="round"
      />
    </svg>
  )
}

function Cell({ column, row }: { column: number; row: number }) {
  const fill = colors[(column * 2 + row * 3 + (column % 3) * (row % 2)) % colors.length]
  const x = column * step
  const y = row * step
  if ((column + row) % 2 === 1) return <rect x={x + 1.5} y={y + 1.5} width="27" height="27" fill={fill} {...edge} />
  return <path d={`M${x + 15} ${y + 1}l14 14l-14 14l-14 -14Z`} fill={fill} {...edge} />
}
