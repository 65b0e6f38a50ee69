import { classNames } from '../class-names.ts'

/** A flat block where something will be; never shimmers. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames('block rounded-xs bg-skeleton', className)} />
}
