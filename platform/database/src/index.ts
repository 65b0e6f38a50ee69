export type {
  Access,
  Claims,
  Database,
  Databases,
  Parameter,
  RawResult,
  ReadTransaction,
  Session,
  Statement,
  WriteTransaction,
} from './database.ts'
export { DatabaseError, DatabaseUnavailableError, type DatabaseErrorFields } from './errors.ts'
