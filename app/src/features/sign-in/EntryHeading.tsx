export function EntryHeading({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <h1 className="text-[2.125rem] leading-[1.05]">{title}</h1>
      <p className="mt-1.5 text-text-2 wrap-anywhere">{text}</p>
    </div>
  )
}
