import type { Fig } from '../message/wanted.ts';
import type { Answering, Members } from './answering.ts';
import { aliasOf } from './bindings.ts';
import { expressionNames } from './guesses.ts';

type Data = Fig<'VariableData'> | undefined;

/** What a prototype sets a variable to, or compares: a value, a variable, or an expression of such. */
export function prototypeValueOf(data: Data, id: string, file: Answering): Members | undefined {
  if (data === undefined) return undefined;
  const { dataType = 'BOOLEAN', resolvedDataType } = data;
  const alias = aliasOf(data, file.index);
  if (alias !== undefined) return { type: 'VARIABLE_ALIAS', resolvedType: resolvedDataType, value: alias };
  const value = dataType === 'EXPRESSION' ? expressionOf(data, id, file) : plainValueOf(data);
  if (value === undefined)
    file.report.warn(`A value of the kind ${dataType} in a prototype is left out.`, id);
  return value === undefined ? undefined : { type: dataType, resolvedType: resolvedDataType, value };
}

function plainValueOf({ dataType = 'BOOLEAN', value }: Fig<'VariableData'>): unknown {
  const { boolValue, floatValue, textValue, colorValue } = value ?? {};
  const values: Members = { BOOLEAN: boolValue ?? false, FLOAT: floatValue ?? 0, STRING: textValue ?? '' };
  return dataType === 'COLOR' ? colorValue : values[dataType];
}

function expressionOf({ value }: Fig<'VariableData'>, id: string, file: Answering): Members | undefined {
  const stored = value?.expressionValue?.expressionFunction;
  const expressionFunction = expressionNames[stored ?? ''];
  if (expressionFunction === undefined) return undefined;
  const all = value?.expressionValue?.expressionArguments ?? [];
  return { expressionFunction, expressionArguments: all.map((one) => prototypeValueOf(one, id, file) ?? {}) };
}
