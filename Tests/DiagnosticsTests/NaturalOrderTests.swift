import Diagnostics
import Testing

struct NaturalOrderTests {
  @Test(arguments: [
    ["Model", "Model 2", "Model 9", "Model 10", "Model 10 b"],
    ["a1b2", "a1b10", "a2b1"], ["V1", "V1.1", "V1.2", "V1.10", "V2"],
    ["Model", "Modelv4", "Modelv10"], ["Model", "ModelV 2", "ModelV9", "ModelV 10", "ModelV_11"],
    [" 2", "2", "-3", "3 a", "3 b"], ["Model 2", "Model2", "Model-3"], ["01", "1", "2", "10"],
    ["", "0", "a"],
    ["99999999999999999999", "100000000000000000000"], ["a", "B", "b"],
  ])
  func `numbers in names count as numbers`(_ names: [String]) {
    for (position, name) in names.enumerated() {
      for (other, second) in names.enumerated() where position != other {
        #expect(NaturalOrder.precedes(name, second) == (position < other), "\(name), \(second)")
      }
    }
  }
}
