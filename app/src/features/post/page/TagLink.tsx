import { Link } from '#navigation/Link.tsx'

export function TagLink({ tag }: { tag: string }) {
  return (
    <Link to="/tag/$tag" params={{ tag }} className="text-link hover:underline">
      {`#${tag}`}
    </Link>
  )
}
