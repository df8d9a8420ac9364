/** What a schema is to other programs, which may check with any library or none. */

/** What is wrong with a value, and where. */
export interface SchemaIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

export type SchemaResult<Value> =
  | { readonly value: Value; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] }

/** Checks a value. Other libraries take it as it is (standardschema.dev). */
export interface Schema<Value> {
  /** The value as the schema has it. Throws an error that lists what is wrong. */
  parse(value: unknown): Value
  /** As JSON Schema (draft 2020-12), every field described. */
  toJSONSchema(): { [keyword: string]: unknown }
  /** Version 1 of standardschema.dev. */
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => SchemaResult<Value> | Promise<SchemaResult<Value>>
    readonly types?: { readonly input: unknown; readonly output: Value } | undefined
  }
}
