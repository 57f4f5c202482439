import { createContext, useContext } from 'react'

/** What the app bar opens, for a screen that is shown without it. */
export interface ShellDoors {
  openMenu: () => void
  openAccount: () => void
}

/** Absent where the app bar is there. */
export const ShellDoorsContext = createContext<ShellDoors | null>(null)

export const useShellDoors = (): ShellDoors | null => useContext(ShellDoorsContext)

/** The title that the app bar shows in place of the logo; absent where it shows the logo. */
export const BarTitleContext = createContext<string | undefined>(undefined)

export const useBarTitle = (): string | undefined => useContext(BarTitleContext)
