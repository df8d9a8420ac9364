/** Where a call stands: the parameters that name a project or a working directory, and what they mean to the verbs. */
import { resolve } from 'node:path'
import * as z from 'zod'
import type { ToolContext } from './tool.ts'

/** For calls that go on from an answer, which names the project. */
export const projectId = z.string().exactOptional()

/** For calls that begin something: the project may be known by its folder only. */
export const place = { projectId, cwd: z.string().exactOptional() }

interface PlaceValues {
  projectId?: string | undefined
  cwd?: string | undefined
}

/** For verbs that work in one project. */
export function toPlace(given: PlaceValues, context: ToolContext) {
  return { project: toProject(given, context), cwd: toCwd(given, context), mayBeNew: given.projectId === undefined }
}

/** For verbs that read one project or all. */
export function toProjectScope(
  { crossProject = false, ...given }: PlaceValues & { crossProject?: boolean },
  context: ToolContext,
) {
  const { project, ...rest } = toPlace(given, context)
  return { ...rest, projects: project === undefined || crossProject ? [] : [project], allProjects: crossProject }
}

/** A call that says a folder means the project of that. */
function toProject({ projectId, cwd }: PlaceValues, { project }: ToolContext): string | undefined {
  return projectId ?? (cwd === undefined ? project : undefined)
}

function toCwd({ cwd = '.' }: PlaceValues, context: ToolContext): string {
  return resolve(context.cwd, cwd)
}
