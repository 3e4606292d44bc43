import { attackedInCheck } from './attacked-in-check.ts';

attackedInCheck('PostgreSQL');
