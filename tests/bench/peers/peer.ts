/**
 * The programs to measure against, in this folder's own node_modules. They are installed by `npm run bench` only, so
 * that nothing here may need their types.
 */
export async function peer<Shape>(name: string): Promise<Shape> {
  return (await import(name)) as Shape
}
