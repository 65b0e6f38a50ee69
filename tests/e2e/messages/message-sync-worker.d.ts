/** What the build makes of the address of a worker. */
declare module '*?worker&url' {
  const url: string
  export default url
}
