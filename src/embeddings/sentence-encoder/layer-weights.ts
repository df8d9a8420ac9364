/** Which tensors of the published graph each step of the sentence encoder takes. Only names and sizes. */
import type { Scale } from './rows.ts'

/** Sizes of the model, in numbers for each token: at first, between the steps, and in the widest of them. */
export const embeddingWidth = 256
export const width = 512
export const wideWidth = 1536

/** Finds a tensor by the end of its name and the count of its numbers; gives the bytes before it. */
export type FindWeight = (ending: string, length: number) => number

/** A matrix and the row that is added to each row of a product with it; byte offsets. */
export interface Dense {
  right: number
  bias: number
  inner: number
  columns: number
}

export interface LayerWeights {
  /** Numbers for each token that come in. */
  inner: number
  attentionNorm: Scale
  /** Only the first layer gives more numbers than it takes; what it takes is widened to be added to what it gives. */
  widen: Dense | undefined
  question: Dense
  answer: Dense
  thoughtNorm: Scale
  think: Dense
  conclude: Dense
}

export function findLayerWeights(find: FindWeight, layer: 0 | 1): LayerWeights {
  const inner = layer === 0 ? embeddingWidth : width
  const { dense, norm } = finders(find, `/Layer_${layer}/TransformerLayer/`)
  const attention = 'MultiheadAttention/'
  return {
    inner,
    attentionNorm: norm('', inner),
    widen: layer === 0 ? dense('dense/', 'kernel/ConcatPartitions/concat', [inner, width]) : undefined,
    question: dense(`${attention}qkv_transform_single/`, 'kernel/part_0', [inner, 3 * inner]),
    answer: dense(`${attention}output_transform_single/`, 'kernel/part_0', [inner, width]),
    thoughtNorm: norm('FFN/', width),
    think: dense('FFN/conv1/', 'Tensordot/Reshape_1', [width, wideWidth]),
    conclude: dense('FFN/conv2/', 'Tensordot/Reshape_1', [wideWidth, width]),
  }
}

/** Row by row, the embeddings of the vocabulary; and how fast each pair of numbers of the timing signal turns. */
export function findInputWeights(find: FindWeight): { embeddings: number; rates: number } {
  return {
    embeddings: find('/Embeddings_en', 8002 * embeddingWidth),
    rates: find('/AddTimingSignal/TimingSignal/ExpandDims_1', embeddingWidth / 2),
  }
}

export function findOutputWeights(find: FindWeight): Dense {
  const name = '/hidden_layers/tanh_layer_0/'
  return {
    right: find(`${name}weights`, width * width),
    bias: find(`${name}bias`, width),
    inner: width,
    columns: width,
  }
}

interface Finders {
  dense: (part: string, kernel: string, sizes: readonly [inner: number, columns: number]) => Dense
  norm: (part: string, size: number) => Scale
}

function finders(find: FindWeight, layer: string): Finders {
  return {
    dense: (part, kernel, [inner, columns]) => ({
      right: find(`${layer}${part}${kernel}`, inner * columns),
      bias: find(`${layer}${part}bias/ConcatPartitions/concat`, columns),
      inner,
      columns,
    }),
    norm: (part, size) => {
      const name = `${layer}${part}layer_prepostprocess/layer_norm/layer_norm_`
      return {
        scale: find(`${name}scale/ConcatPartitions/concat`, size),
        shift: find(`${name}bias/ConcatPartitions/concat`, size),
      }
    },
  }
}
