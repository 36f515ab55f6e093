//! The units of a representation's lengths and angles.

use crate::fault::Fault;
use crate::file::StepText;
use crate::value::{Record, Value};

/// What a length of 1 and an angle of 1 in a representation are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Units {
    pub millimetres: f64,
    pub radians: f64,
}

/// Units of units of units: more is a circle of references.
const DEEPEST: usize = 8;

impl Units {
    /// Millimetres and radians.
    pub const PLAIN: Self = Self { millimetres: 1.0, radians: 1.0 };

    /// The units of a context, and what is wrong with them. An angle that is not named is a radian; of lengths nobody can tell.
    pub fn of_context(file: &StepText, context: u64) -> (Self, Option<Fault>) {
        let mut units = Self::PLAIN;
        let fault = units.take(file, context).err();
        (units, fault)
    }

    /// Takes over what a context says; what is wrong with one unit does not concern the others.
    fn take(&mut self, file: &StepText, context: u64) -> Result<(), Fault> {
        let record = file.get(context)?;
        let part = record.part("GLOBAL_UNIT_ASSIGNED_CONTEXT");
        let named = part.and_then(|part| part.values.last()).and_then(Value::entities);
        let mut length = Err(record.fault("it has no unit of length"));
        let mut rest = Ok(());
        for number in named.ok_or_else(|| record.fault("it has no list of units"))? {
            let unit = match file.get(number) {
                Ok(unit) => unit,
                Err(fault) => {
                    rest = Err(fault);
                    continue;
                }
            };
            if unit.part("LENGTH_UNIT").is_some() {
                length = size(file, &unit, 0).map(|metres| self.millimetres = metres * 1e3);
            } else if unit.part("PLANE_ANGLE_UNIT").is_some() {
                rest = size(file, &unit, 0).map(|radians| self.radians = radians).and(rest);
            }
        }
        length.and(rest)
    }
}

/// How many metres or radians a unit has.
fn size(file: &StepText, unit: &Record, depth: usize) -> Result<f64, Fault> {
    if let Some(part) = unit.part("SI_UNIT") {
        match part.values.last() {
            Some(Value::Word("METRE" | "RADIAN")) => {}
            _ => return Err(unit.fault("it is neither a metre nor a radian")),
        }
        return match part.values.iter().rev().nth(1) {
            Some(Value::Word(prefix)) => {
                prefix_size(prefix).ok_or_else(|| unit.fault(format!("there is no prefix {prefix}")))
            }
            _ => Ok(1.0),
        };
    }
    let conversion = unit.part("CONVERSION_BASED_UNIT").filter(|_| depth < DEEPEST);
    let conversion = conversion.ok_or_else(|| unit.fault("it is a unit of no known size"))?;
    let measure = conversion.values.last().and_then(Value::entity);
    let measure = file.get(measure.ok_or_else(|| unit.fault("its size is not given"))?)?;
    // The value and its unit stand together, in whatever part of the entity they are.
    let part = measure.parts.iter().find(|part| part.values.len() == 2);
    let part = part.ok_or_else(|| measure.fault("it is not a measure with a unit"))?;
    let value = part.values[0].number().filter(|value| (1e-12..1e12).contains(value));
    let value = value.ok_or_else(|| measure.fault("it has no size that can be calculated with"))?;
    let base = part.values[1].entity().ok_or_else(|| measure.fault("it has no unit"))?;
    Ok(value * size(file, &file.get(base)?, depth + 1)?)
}

fn prefix_size(prefix: &str) -> Option<f64> {
    Some(match prefix {
        "EXA" => 1e18,
        "PETA" => 1e15,
        "TERA" => 1e12,
        "GIGA" => 1e9,
        "MEGA" => 1e6,
        "KILO" => 1e3,
        "HECTO" => 1e2,
        "DECA" => 1e1,
        "DECI" => 1e-1,
        "CENTI" => 1e-2,
        "MILLI" => 1e-3,
        "MICRO" => 1e-6,
        "NANO" => 1e-9,
        "PICO" => 1e-12,
        "FEMTO" => 1e-15,
        "ATTO" => 1e-18,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use spatiq_geom::NEVER;

    #[test]
    fn inches_and_degrees_are_understood() {
        let text = "ISO-10303-21;DATA;
            #1=(GEOMETRIC_REPRESENTATION_CONTEXT(3)GLOBAL_UNIT_ASSIGNED_CONTEXT((#2,#3))REPRESENTATION_CONTEXT('',''));
            #2=(CONVERSION_BASED_UNIT('INCH',#4)LENGTH_UNIT()NAMED_UNIT(*));
            #3=(CONVERSION_BASED_UNIT('DEGREE',#6)NAMED_UNIT(*)PLANE_ANGLE_UNIT());
            #4=LENGTH_MEASURE_WITH_UNIT(LENGTH_MEASURE(25.4),#5);
            #5=(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.));
            #6=PLANE_ANGLE_MEASURE_WITH_UNIT(PLANE_ANGLE_MEASURE(0.5),#7);
            #7=(NAMED_UNIT(*)PLANE_ANGLE_UNIT()SI_UNIT($,.RADIAN.));
            #8=(GLOBAL_UNIT_ASSIGNED_CONTEXT((#9))REPRESENTATION_CONTEXT('',''));
            #9=(CONVERSION_BASED_UNIT('ROUND',#10)LENGTH_UNIT()NAMED_UNIT(*));
            #10=LENGTH_MEASURE_WITH_UNIT(LENGTH_MEASURE(2.),#9);
            #11=(GLOBAL_UNIT_ASSIGNED_CONTEXT((#3,#12))REPRESENTATION_CONTEXT('',''));
            #12=(FURLONG_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.));
            ENDSEC;END-ISO-10303-21;";
        let file = StepText::new(text.as_bytes(), NEVER).unwrap();
        let (units, fault) = Units::of_context(&file, 1);
        assert!((units.millimetres - 25.4).abs() < 1e-12 && units.radians == 0.5 && fault.is_none());
        let (units, fault) = Units::of_context(&file, 8);
        assert!(units == Units::PLAIN && fault.is_some());
        // A length that is not known does not make the angles unknown.
        let (units, fault) = Units::of_context(&file, 11);
        assert!(units == Units { radians: 0.5, ..Units::PLAIN });
        assert_eq!(fault.map(|fault| fault.entity), Some(11));
    }
}
