/** The answers of `memo project list`, `bind` and `alias` with `--json`. */
import * as z from 'zod'
import { RecordId } from '../../record/schema.ts'

const projectId = RecordId.describe('the project')
