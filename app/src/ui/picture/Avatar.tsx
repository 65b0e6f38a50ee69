import { classNames } from '../class-names.ts'
import { avatarCells } from '../cloth/pattern.ts'

const sizes = { xs: 'size-6', sm: 'size-8', md: 'size-9', lg: 'size-11', xl: 'size-14', '2xl': 'size-24' }

export interface AvatarProps {
  /** Whose: the person's id draws the pattern that stands in for a photo. */
  id: string
  /** Address of the photo, if there is one. */
  src?: string | null | undefined
  size?: keyof typeof sizes
  className?: string
}

/** Decorative: a name always stands beside it. */
export function Avatar({ id, src, size = 'md', className }: AvatarProps) {
  return (
    <span className={classNames('block flex-none overflow-hidden rounded-full bg-surface-3', sizes[size], className)}>
      {src ? (
        <img src={src} alt="" loading="lazy" decoding="async" className="size-full object-cover" />
      ) : (
        <NineCells seed={id} />
      )}
    </span>
  )
}

function NineCells({ seed }: { seed: string }) {
  const { cloth, cells } = avatarCells(seed)
  return (
    <svg viewBox="0 0 64 64" aria-hidden="true" className="size-full">
      <rect width="64" height="64" fill={cloth.ground} />
      <g transform="translate(32 32) rotate(45) scale(.86)">
        {cells.map(({ column, row, color }) => (
          <rect
            key={`${column}-${row}`}
            x={column * 16.8 - 24.4}
            y={row * 16.8 - 24.4}
            width="15.2"
            height="15.2"
            fill={color}
          />
        ))}
      </g>
    </svg>
  )
}
