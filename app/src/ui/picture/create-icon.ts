import { createElement, type ReactElement, type SVGProps } from 'react'

/** As lucide's icon modules hold it. */
interface Drawing {
  node: readonly (readonly [tag: string, attributes: Record<string, string>])[]
}

/** What every icon module of lucide is made with, in place of its own factory (build/slim-icons.ts). */
export function createIcon({ node }: Drawing): (props: SVGProps<SVGSVGElement>) => ReactElement {
  const lines = node.map(([tag, attributes]) => createElement(tag, attributes))
  return (props) =>
    createElement(
      'svg',
      {
        viewBox: '0 0 24 24',
        width: 24,
        height: 24,
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...props,
      },
      ...lines,
    )
}
