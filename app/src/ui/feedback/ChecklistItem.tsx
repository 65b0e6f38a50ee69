import Circle from 'lucide-react/icons/circle'
import CircleCheck from 'lucide-react/icons/circle-check'

/** A step that is done or to be done: in words, not by colour alone. `state` is its word for which of both. */
export function ChecklistItem({ name, isDone, state }: { name: string; isDone: boolean; state: string }) {
  const Icon = isDone ? CircleCheck : Circle
  return (
    <li className="flex items-center gap-2.5">
      <Icon
        aria-hidden="true"
        className={isDone ? 'size-5 flex-none text-success-text' : 'size-5 flex-none text-text-3'}
        strokeWidth={1.75}
      />
      <span className="min-w-0 flex-1">{name}</span>
      <span className={isDone ? 'text-success-text' : 'text-text-2'}>{state}</span>
    </li>
  )
}
