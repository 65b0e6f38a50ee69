/** Shown instead of the app while there is none; the services answer all the same. */
export const buildMissingPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>The app is not built yet</title>
  </head>
  <body>
    <h1>The app is not built yet</h1>
    <p>The server runs, but there are no pages to show. Build them with <code>npm run build</code> and start again.</p>
  </body>
</html>
`
