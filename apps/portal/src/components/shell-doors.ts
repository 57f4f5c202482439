import { createContext, useContext } from 'react'

/** What the app bar opens, for a screen that is shown without it. */
export interface ShellDoors {
  openMenu: () => void
  openAccount: () => void
}

/** Absent where the app bar is there. */
export const ShellDoorsContext = createContext<ShellDoors | null>(null)

export const useShellDoors = (): ShellDoors | null => useContext(ShellDoorsContext)
