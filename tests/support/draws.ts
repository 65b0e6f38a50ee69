/** How often a property is drawn: few in `npm test`, many in `npm run test:long` and where holes must be found. */
export function draws({ few, many }: { few: number; many: number }): number {
  return process.env['TEST_DRAWS'] === 'many' ? many : few
}
