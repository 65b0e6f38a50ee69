/** `npm run schema:text`: prints the schema of a database that the product's migrations have made, canonically sorted. */
import { pathToFileURL } from 'node:url'

import { root } from './run-command.ts'
import { migratedSchema } from './schema-text/product-schema.ts'
import { schemaText } from './schema-text/read-schema.ts'

process.stdout.write(schemaText(await migratedSchema(pathToFileURL(`${root}supabase/migrations/`))))
