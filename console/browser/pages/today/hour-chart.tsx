import { useEffect, useRef } from 'preact/hooks'
import Plot from 'uplot'
import { useText } from '../../text/language.tsx'

interface Hour {
  readonly time: string
  readonly people: number
}

const heightPixels = 180

/** The people of each hour as bars; the table below has the same figures. */
export default function HourChart({ hours }: { hours: readonly Hour[] }) {
  const translate = useText()
  const place = useRef<HTMLDivElement>(null)
  const key = JSON.stringify(hours)
  useEffect(() => {
    const element = place.current
    if (!element) return
    const style = getComputedStyle(element)
    // A canvas takes resolved colors only: those of the element.
    const [bar, line] = [style.color, style.borderTopColor]
    const bars = Plot.paths.bars?.({ size: [0.7, 60] })
    const axis = {
      stroke: getComputedStyle(document.body).color,
      grid: { stroke: line, width: 1 },
      ticks: { show: false },
    }
    const plot = new Plot(
      {
        width: element.clientWidth,
        height: heightPixels,
        legend: { show: false },
        cursor: { show: false },
        scales: {
          x: { time: false, range: [-0.6, hours.length - 0.4] },
          y: { range: (_plot, _min, max) => [0, Math.max(1, max * 1.1)] },
        },
        axes: [
          {
            ...axis,
            grid: { show: false },
            splits: () => hours.map((_hour, index) => index),
            values: () => hours.map(({ time }) => time),
          },
          { ...axis, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000] },
        ],
        series: [
          {},
          {
            stroke: bar,
            fill: bar,
            points: { show: false },
            ...(bars ? { paths: bars } : {}),
          },
        ],
      },
      [hours.map((_hour, index) => index), hours.map(({ people }) => people)],
      element,
    )
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: heightPixels }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      plot.destroy()
    }
  }, [key])
  return <div ref={place} class="chart" role="img" aria-label={translate('today.byHour')} />
}
