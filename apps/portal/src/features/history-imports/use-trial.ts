import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { refusedFields } from '../../lib/api/api-error.js'
import { browserTimeZone } from '../../lib/format/dates.js'
import { packedFile } from '../../lib/api/packed-file.js'
import { useSession } from '../../lib/session/session.js'
import { type ColumnName, type HistoryImportResult, sendHistory, type Vehicle } from './history-import.js'

/** Maximum number of characters that the API accepts. */
const LARGEST = 4_000_000

interface Chosen {
  name: string
  /** The file's bytes as base64. */
  content: string
  /** Distinguishes two files of the same name. */
  nth: number
}

type SpeedUnit = NonNullable<HistoryImportResult['sheet']>['speed_unit']

/** File and answers of the user, with the result of a dry run for them. */
export function useTrial(vehicle: Vehicle | null) {
  const { time_zone: ownZone } = useSession().user
  const [chosen, setChosen] = useState<Chosen>()
  const [timeZone, setTimeZone] = useState(ownZone ?? browserTimeZone())
  const [columns, setColumns] = useState<Partial<Record<ColumnName, string | null>>>({})
  const [speedUnit, setSpeedUnit] = useState<SpeedUnit>()
  const isTooLarge = (chosen?.content.length ?? 0) > LARGEST
  const wanted = {
    entity_id: vehicle?.id ?? 0,
    file_name: chosen?.name ?? '',
    content: chosen?.content ?? '',
    time_zone: timeZone,
    columns,
    ...(speedUnit && { speed_unit: speedUnit }),
  }
  const trial = useQuery({
    queryKey: ['history-import-trial', chosen?.nth, vehicle?.id, timeZone, columns, speedUnit],
    enabled: chosen !== undefined && vehicle !== null && !isTooLarge,
    queryFn: () => sendHistory(wanted),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
  })
  const choose = async (file: File) => {
    const content = await packedFile(file)
    setChosen((before) => ({ name: file.name.slice(0, 200), content, nth: (before?.nth ?? 0) + 1 }))
    setColumns({})
    setSpeedUnit(undefined)
  }
  return {
    chosen,
    choose,
    isTooLarge,
    wanted,
    /** Result for the file, as long as it is the newest file and nothing is wrong with it. */
    result: chosen && !trial.error ? trial.data : undefined,
    isReading: trial.isFetching,
    isStale: trial.isPlaceholderData,
    error: trial.error,
    refused: refusedFields(trial.error),
    timeZone,
    setTimeZone,
    mapColumn: (name: ColumnName, head: string) => setColumns((before) => ({ ...before, [name]: head === '' ? null : head })),
    setSpeedUnit,
  }
}

export type Trial = ReturnType<typeof useTrial>
