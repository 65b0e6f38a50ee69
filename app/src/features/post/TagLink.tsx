export function TagLink({ tag }: { tag: string }) {
  return <span className="text-link">{`#${tag}`}</span>
}
