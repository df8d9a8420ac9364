/** Whether all is well: what `memo doctor` found, and the state of the vault in one look. */
import type { DoctorResult } from '../../../vault/doctor/finding.ts'
import { Trouble, Waiting } from '../trouble.tsx'
import { useAnswer } from '../use-answer.ts'
import { FindingList } from './finding-list.tsx'
import { StatusTable, type VaultStatus } from './status-table.tsx'

export function HealthTab() {
  const examined = useAnswer<DoctorResult>('/api/doctor')
  const told = useAnswer<VaultStatus>('/api/status')
  const failure = examined.failure ?? told.failure
  const again = () => {
    examined.again()
    told.again()
  }
  return (
    <div class="page">
      <div class="bar">
        <h2 class="bar-name">Health</h2>
        <button type="button" class="button" onClick={again} disabled={examined.isWaiting}>
          Look again
        </button>
      </div>
      {failure !== undefined && <Trouble failure={failure} again={again} />}
      {failure === undefined && examined.answer === undefined && <Waiting what="what the doctor finds" />}
      {examined.answer !== undefined && <FindingList report={examined.answer} />}
      {told.answer !== undefined && <StatusTable status={told.answer} />}
    </div>
  )
}
