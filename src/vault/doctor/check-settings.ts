/** Settings that are valid one by one and make no sense together. A `config.json` that does not load stops the opening. */
import { existsSync } from 'node:fs'
import { withoutConflicts } from '../../config/load.ts'
import { messageOf } from '../../lib/errors.ts'
import { plural } from '../../lib/plural.ts'
import { readRegularText } from '../../lib/regular-file.ts'
import { listProjects, resolveAlias } from '../../projections/index/project-rows.ts'
import { resolveProfile } from '../reading/profile.ts'
import type { Vault } from '../vault.ts'
import type { Finding } from './finding.ts'

/** Conflicts that git has left: this clone goes by its own side of them, until somebody ends that. */
export function checkConflicts({ paths }: Vault): Finding[] {
  const text = (existsSync(paths.config) && readRegularText(paths.config)) || ''
  if (withoutConflicts(text) === text) return []
  return [
    {
      code: 'config-conflict',
      severity: 'warning',
      subject: 'config.json',
      message: 'The settings hold git conflict markers; those of this clone count.',
      remedy: 'Finish the merge with "memo sync", or resolve the conflict by hand.',
    },
  ]
}

export function checkProfile({ config }: Vault): Finding[] {
  const { profile, profiles } = config.search
  return [...new Set([profile, ...Object.keys(profiles)])].flatMap((name) => {
    const trouble = findTrouble(config, name)
    if (trouble === undefined) return []
    const isInUse = name === profile
    return [
      {
        code: 'config-profile',
        severity: isInUse ? ('error' as const) : ('warning' as const),
        subject: isInUse ? 'search.profile' : `search.profiles.${name}`,
        message: `No search can rank by the profile ${name}: ${trouble}.`,
        remedy: isInUse ? 'memo config set search.profile default' : 'Mend or remove it in config.json.',
      },
    ]
  })
}

function findTrouble(config: Vault['config'], name: string): string | undefined {
  try {
    resolveProfile(config, name)
    return undefined
  } catch (error) {
    return messageOf(error)
  }
}

/** Each circle of aliases once, named by the id where it is entered first. */
export function checkAliases({ config, projections }: Vault): Finding[] {
  const aliases = new Map<string, string>()
  for (const { id, aliasOf } of listProjects(projections.db)) if (aliasOf != null) aliases.set(id, aliasOf)
  for (const [id, target] of Object.entries(config.projectAliases)) aliases.set(id, target)
  const told = new Set<string>()
  return [...aliases.keys()].flatMap((start) => {
    const circle = findCircle(aliases, start)
    if (circle.length === 0 || circle.some((id) => told.has(id))) return []
    for (const id of circle) told.add(id)
    const isConfigured = Object.hasOwn(config.projectAliases, start)
    return [
      {
        code: 'alias-circle',
        severity: 'error' as const,
        subject: start,
        message: `The aliases ${[...circle, start].join(' → ')} lead in a circle and to no project.`,
        remedy: isConfigured
          ? 'Remove one of them from projectAliases in config.json.'
          : `memo project alias ${start} --remove`,
      },
    ]
  })
}

/** The ids from `start` round to it again; none when the chain ends, or closes without `start`. */
function findCircle(aliases: ReadonlyMap<string, string>, start: string): string[] {
  const circle = [start]
  for (let next = aliases.get(start); next !== undefined; next = aliases.get(next)) {
    if (next === start) return circle
    if (circle.includes(next)) return []
    circle.push(next)
  }
  return []
}

/** Records under an id that stands for another project now: they were written before it did, or came from another clone. */
export function checkAliased({ config, projections: { db } }: Vault): Finding[] {
  return listProjects(db).flatMap(({ id, records }) => {
    const project = resolveAlias(db, id, config.projectAliases)
    if (project === id || records === 0) return []
    return [
      {
        code: 'alias-records',
        severity: 'warning' as const,
        subject: id,
        message: `${id} stands for ${project}, and no search of that finds the ${plural(records, 'record')} of ${id}.`,
        remedy: `Bring each over with "memo move ${id}/ID --project ${project}".`,
      },
    ]
  })
}
